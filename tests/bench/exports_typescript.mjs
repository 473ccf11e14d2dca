// What the TypeScript compiler says each module exports.
//
//   node exports_typescript.mjs TYPESCRIPT_PACKAGE < request.json > answer.jsonl
//
// The request is {"root": folder, "modules": [paths], "runtime": {specifier: path}}; an answer line is
// {"module": path, "exports": [[name, isValue, isType, definingModule, definingName], ...]}.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";

const ts = createRequire(import.meta.url)(process.argv[2]);
const request = JSON.parse(readFileSync(0, "utf8"));
const absolute = (path) => posix.join(request.root, path);
const relative = (path) => posix.relative(request.root, path);

const options = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  allowImportingTsExtensions: true,
  noEmit: true,
  noLib: true,
  types: [],
};
const host = ts.createCompilerHost(options);
const extension = (path) =>
  path.endsWith(".d.ts") ? ".d.ts" : path.endsWith(".tsx") ? ".tsx" : path.endsWith(".json") ? ".json" : ".ts";

function target(specifier, importer) {
  if (Object.hasOwn(request.runtime, specifier)) return absolute(request.runtime[specifier]);
  if (!/^\.\.?\//.test(specifier)) return undefined;
  return posix.join(posix.dirname(importer), specifier);
}

host.resolveModuleNameLiterals = (literals, importer) =>
  literals.map((literal) => {
    const found = target(literal.text, importer);
    const known = found !== undefined && /\.[cm]?tsx?$/.test(found) && host.fileExists(found);
    return { resolvedModule: known ? { resolvedFileName: found, extension: extension(found) } : undefined };
  });

const program = ts.createProgram(request.modules.map(absolute), options, host);
const checker = program.getTypeChecker();
const Flags = ts.SymbolFlags;

// Names that a module offers only through `export type *`.
function typeOnlyNames(file, seen = new Set()) {
  const onlyTypes = new Set();
  const otherwise = new Set();
  if (seen.has(file.fileName)) return { onlyTypes, otherwise };
  seen.add(file.fileName);
  for (const name of file.symbol?.exports?.keys() ?? []) otherwise.add(String(name));
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || statement.exportClause) continue;
    const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier);
    const starred = symbol?.declarations?.find(ts.isSourceFile);
    if (!starred) continue;
    const inner = typeOnlyNames(starred, seen);
    for (const name of inner.onlyTypes) onlyTypes.add(name);
    for (const name of inner.otherwise) (statement.isTypeOnly ? onlyTypes : otherwise).add(name);
  }
  for (const name of otherwise) onlyTypes.delete(name);
  return { onlyTypes, otherwise };
}

function resolved(symbol) {
  return symbol.flags & Flags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function place(symbol) {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (!declaration) return ["", symbol.name];
  const file = relative(declaration.getSourceFile().fileName);
  return [file, ts.isSourceFile(declaration) ? "*" : symbol.name];
}

// A default export that only has a name inside (`export default class Box`) is known by that name.
function definingName(symbol, name) {
  const declared = symbol.declarations?.map((node) => ts.getNameOfDeclaration(node)?.getText()).find(Boolean);
  return name === "default" && declared ? declared : name;
}

for (const path of request.modules) {
  const file = program.getSourceFile(absolute(path));
  const module = file && checker.getSymbolAtLocation(file);
  const { onlyTypes } = file ? typeOnlyNames(file) : { onlyTypes: new Set() };
  const exports = [];
  for (const symbol of module ? checker.getExportsOfModule(module) : []) {
    const finally_ = resolved(symbol);
    const typeOnly = Boolean(checker.getTypeOnlyAliasDeclaration(symbol)) || onlyTypes.has(String(symbol.escapedName));
    const constant = checker.isUndefinedSymbol(finally_); // `export default undefined`
    const unknown = !constant && !finally_.declarations?.length;
    const isValue = unknown ? !typeOnly : !typeOnly && Boolean(finally_.flags & Flags.Value);
    const isType = unknown || typeOnly || Boolean(finally_.flags & (Flags.Type | Flags.NamespaceModule));
    const [definingModule, name] = constant ? [path, symbol.name] : place(finally_);
    exports.push([symbol.name, isValue, isType, unknown ? null : definingModule, unknown ? null : definingName(finally_, name)]);
  }
  console.log(JSON.stringify({ module: path, exports }));
}
