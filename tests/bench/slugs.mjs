// Reads {"files": [path], "texts": [text]} and prints {"headings": {path: [[level, slug, line]]}, "slugs": [slug]}.
// Headings come from remark's parser, so that neither Markdown nor slugs are ours on this side.
import fs from "node:fs";
import Slugger, { slug } from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";

const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const dialect = {
  extensions: [gfm(), frontmatter()],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown()],
};

function headingsOf(path) {
  const slugger = new Slugger();
  const found = [];
  const visit = (node) => {
    if (node.type === "heading") {
      const text = toString(node, { includeImageAlt: false, includeHtml: false });
      found.push([node.depth, slugger.slug(text), node.position.start.line]);
    } else (node.children ?? []).forEach(visit);
  };
  visit(fromMarkdown(fs.readFileSync(path, "utf8"), dialect));
  return found;
}

const headings = Object.fromEntries(asked.files.map((path) => [path, headingsOf(path)]));
console.log(JSON.stringify({ headings, slugs: asked.texts.map((text) => slug(text)) }));
