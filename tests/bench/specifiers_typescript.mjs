// Which specifiers TypeScript's own parser finds in each file.
//
//   node specifiers_typescript.mjs TYPESCRIPT_PACKAGE < paths.json > answer.jsonl
//
// An answer line is [path, [specifiers of statements], [specifiers of import types]], each sorted and distinct.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);

function specifiers(path) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2023, true);
  const statements = new Set();
  const types = new Set();
  const visit = (node) => {
    const named = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
    if (named && ts.isStringLiteral(named)) statements.add(named.text);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) types.add(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [path, [...statements].sort(), [...types].sort()];
}

for (const path of JSON.parse(readFileSync(0, "utf8"))) {
  console.log(JSON.stringify(specifiers(path)));
}
