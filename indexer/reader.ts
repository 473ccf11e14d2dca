/**
 * Reads a corpus database from TypeScript: passages, contracts and search answers, by plain SQL.
 *
 *   deno run --allow-read --allow-env reader.ts corpus.db open doc:SOURCE/PATH#SLUG
 *   deno run --allow-read --allow-env reader.ts corpus.db contract IDENTITY
 *   deno run --allow-read --allow-env reader.ts corpus.db search docs "a question" 10
 *
 * An example to copy from: it needs nothing but `node:sqlite` (Deno 2.2, Node 22.5) and SCHEMA.md.
 */
import { DatabaseSync } from "node:sqlite";
import { createHash } from "node:crypto";

type Row = Record<string, unknown>;

export interface Passage {
  address: string;
  title: string;
  digest: string;
  text: string;
}

export interface Hit {
  address: string;
  /** 0 to 1: the share of the best score that the query could reach in its set. */
  score: number;
}

/** How a query is read, as the build that made the database wrote it down. */
interface SearchSettings {
  cover: number;
  levels: number;
  full_share: number;
  exact_query_share: number;
  exact_word_share: number;
  longest_query: number;
  longest_name: number;
  longest_chunk: number;
  joined_share: Record<string, number>;
  contractions: string[];
  stop_words: string[];
}

interface Word {
  terms: string[];
  share: number;
  widens: boolean;
}

export class Corpus {
  private readonly database: DatabaseSync;
  private readonly stemmer = new DatabaseSync(":memory:");
  private readonly settings: SearchSettings;
  private readonly stopWords: Set<string>;

  constructor(file: string) {
    this.database = new DatabaseSync(file, { readOnly: true });
    this.stemmer.exec("CREATE VIRTUAL TABLE porter USING fts3tokenize(porter)");
    this.settings = JSON.parse(this.meta("search_settings"));
    this.stopWords = new Set(this.settings.stop_words);
  }

  meta(key: string): string {
    return this.row("SELECT value FROM meta WHERE key = ?", key)?.value as string;
  }

  /** The passage at the address of a section; throws if its bytes are not those that were recorded. */
  open(address: string): Passage {
    const row = this.row(
      `SELECT section.title, section.digest,
         coalesce(substr(content, start_byte + 1, stop_byte - start_byte), zeroblob(0)) AS bytes
       FROM section JOIN document ON document.id = section.document_id WHERE section.address = ?`,
      address,
    );
    if (!row) throw new Error(`${address}: names no section of this corpus`);
    const bytes = row.bytes as Uint8Array;
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== row.digest) throw new Error(`${address}: bytes have digest ${found}, recorded ${row.digest}`);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { address, title: row.title as string, digest: found, text };
  }

  /** Argument and result schema of a pattern's default export, by its identity. */
  contract(identity: string): { status: string; argument: unknown; result: unknown } {
    const row = this.row(
      `SELECT contract.status, argument_schema, result_schema FROM program
       JOIN contract ON contract.program_id = program.id
       WHERE identity = ?1 OR published_identity = ?1
       ORDER BY export_name != 'default', export_name LIMIT 1`,
      identity,
    );
    if (!row) throw new Error(`cf:pattern:${identity}: has no contract in this corpus`);
    return {
      status: row.status as string,
      argument: JSON.parse(row.argument_schema as string),
      result: JSON.parse(row.result_schema as string),
    };
  }

  /** The best passages of one set (`docs`, `programs`, `symbols`, `source`) for a query, best first. */
  search(within: string, query: string, limit = 10): Hit[] {
    const words = this.wordsOf(query, within);
    const sought = this.rows(TERMS, {
      within,
      asked: JSON.stringify(
        words.flatMap((word, place) => word.terms.map((term) => [place, term, word.share, word.widens ? 1 : 0])),
      ),
    });
    const byWord = Map.groupBy(sought, (row) => row.place as number);
    const points = new Map<number, number>();
    const matched = new Map<number, number>();
    let most = 0, full = 0;
    for (const [place, terms] of byWord) {
      const highest = (terms[0].factor as number) * this.settings.levels;
      // Exact and joined names are guesses: they count nothing towards how much of the query is there.
      const weight = words[place].share === this.settings.full_share ? highest : 0;
      most += highest;
      full += weight;
      for (const [unit, best] of this.bestOfWord(within, terms)) {
        points.set(unit, (points.get(unit) ?? 0) + best);
        matched.set(unit, (matched.get(unit) ?? 0) + weight);
      }
    }
    const base = this.settings.cover * Math.max(1, full);
    const scores = [...points].map(([unit, sum]) => [unit, sum * (base + matched.get(unit)!)]);
    const ranked = scores.sort((one, two) => two[1] - one[1] || one[0] - two[0]).slice(0, limit);
    const highest = most * (base + full);
    return ranked.map(([unit, score]) => ({ address: this.addressOf(within, unit), score: score / highest }));
  }

  /** A passage gets, for one word, the points of the best term that it has. */
  private bestOfWord(within: string, terms: Row[]): Map<number, number> {
    const best = new Map<number, number>();
    for (const term of terms) {
      const sql = "SELECT postings FROM search_posting WHERE within = ? AND term = ?";
      for (const row of this.rows(sql, within, term.term)) {
        const postings = row.postings as Uint8Array;
        const numbers = new DataView(postings.buffer, postings.byteOffset, postings.byteLength);
        for (let at = 0; at < numbers.byteLength; at += 4) {
          const posting = numbers.getUint32(at, true);
          const unit = posting & 0x3ffffff;
          const points = (term.factor as number) * (63 - (posting >>> 26));
          if (points > (best.get(unit) ?? 0)) best.set(unit, points);
        }
      }
    }
    return best;
  }

  private addressOf(within: string, unit: number): string {
    const row = this.row("SELECT row_id FROM search_unit WHERE within = ? AND unit = ?", within, unit);
    const table = { docs: "section", programs: "program", symbols: "symbol", source: "module" }[within];
    return this.row(`SELECT address FROM ${table} WHERE id = ?`, row?.row_id)?.address as string;
  }

  /** The words of a query with the terms each may be found under (compare `indexer/search/question.py`). */
  private wordsOf(query: string, within: string): Word[] {
    const { full_share, exact_query_share, exact_word_share, longest_name, longest_query } = this.settings;
    const chunks = chunksOf(query).slice(0, longest_query);
    const saying = chunks.filter((chunk) => !this.stopWords.has(chunk.toLowerCase()));
    const telling = saying.length ? saying : chunks;
    const words = telling.flatMap((chunk) => this.wordsOfChunk(chunk, full_share));
    const plain = chunks.filter((chunk) => !this.settings.contractions.includes(chunk.toLowerCase()));
    plain.slice(1).forEach((second, place) => {
      const pair = [plain[place], second];
      const phrase = pair.map((word) => this.stem(word.toLowerCase())).join(" ");
      if (!pair.join("").includes("-")) words.push({ terms: [phrase], share: full_share, widens: true });
    });
    const exact = (name: string, share: number) => {
      if (wholeOf(name)) words.push({ terms: [`=${wholeOf(name)}`], share, widens: false });
    };
    if (telling.length <= longest_name) exact(query.trim(), exact_query_share);
    telling.filter(isIdentifier).forEach((chunk) => exact(chunk, exact_word_share));
    const joined = this.settings.joined_share[within] ?? 0;
    if (joined) {
      chunks.slice(1).forEach((second, place) =>
        words.push({ terms: [wholeOf(chunks[place] + second)], share: joined, widens: false })
      );
    }
    return [...new Map(words.toReversed().map((word) => [word.terms.join("\n"), word])).values()].reverse();
  }

  private wordsOfChunk(chunk: string, share: number): Word[] {
    const terms = this.termsOf(chunk);
    if (terms.length === 1) return [{ terms: [...new Set([...terms, wholeOf(chunk)])], share, widens: true }];
    return [...new Set(terms)].map((term) => ({ terms: [term], share, widens: false }));
  }

  /** Stems of the parts of an identifier or word, then the whole if it has several parts. */
  private termsOf(chunk: string): string[] {
    const parts = partsOf(chunk.slice(0, this.settings.longest_chunk));
    const terms = parts.flatMap((part) => UNSPACED.test(part) ? pairsOf(part) : [this.stem(part)]);
    return parts.length > 1 ? [...terms, parts.join("")] : terms;
  }

  private stem(word: string): string {
    if (!/^[a-z]{3,20}$/.test(word)) return word;
    return this.stemmer.prepare("SELECT token FROM porter WHERE input = ?").get(word)?.token as string;
  }

  private row(sql: string, ...values: unknown[]): Row | undefined {
    return this.database.prepare(sql).get(...values as never[]) as Row | undefined;
  }

  private rows(sql: string, ...values: unknown[]): Row[] {
    return this.database.prepare(sql).all(...values as never[]) as Row[];
  }
}

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function chunksOf(text: string): string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*/gu) ?? [];
}

function partsOf(chunk: string): string[] {
  const parts = chunk.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|(?:(?![0-9A-Za-z_])[\p{L}\p{N}])+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

function pairsOf(text: string): string[] {
  const characters = [...text];
  return characters.length < 2 ? [text] : characters.slice(1).map((second, place) => characters[place] + second);
}

function wholeOf(text: string): string {
  return partsOf(text).join("");
}

function isIdentifier(chunk: string): boolean {
  if (/[-_]/.test(chunk)) return true;
  const isLower = chunk === chunk.toLowerCase() && chunk !== chunk.toUpperCase();
  const isUpper = chunk === chunk.toUpperCase() && chunk !== chunk.toLowerCase();
  return !isLower && !isUpper && !isTitle(chunk);
}

/** Whether capitals stand exactly where a run of letters begins. */
function isTitle(chunk: string): boolean {
  let inside = false, found = false;
  for (const character of chunk) {
    const isCapital = character !== character.toLowerCase();
    const isSmall = character !== character.toUpperCase();
    if ((isCapital && inside) || (isSmall && !inside)) return false;
    inside = isCapital || isSmall;
    found ||= inside;
  }
  return found;
}

/** The terms that an index has, with what each counts (`indexer/search/terms.py`). */
const TERMS = `
WITH
  asked AS (
    SELECT json_extract(value, '$[0]') AS place, json_extract(value, '$[1]') AS term,
      json_extract(value, '$[2]') AS share, json_extract(value, '$[3]') AS widens
    FROM json_each(:asked)),
  own AS (
    SELECT place, share, asked.term AS term, units,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked CROSS JOIN search_posting
      ON search_posting.within = :within AND search_posting.term = asked.term AND part = 0),
  ceiling AS (SELECT place, max(weight) AS weight FROM own GROUP BY place),
  other AS (
    SELECT asked.place AS place, search_related.share AS share, related AS term, units,
      ceiling.weight AS ceiling,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked CROSS JOIN search_related ON search_related.term = asked.term
    CROSS JOIN search_posting
      ON search_posting.within = :within AND search_posting.term = related AND part = 0
    LEFT JOIN ceiling ON ceiling.place = asked.place
    WHERE asked.widens)
SELECT place, term, units, max(factor) AS factor FROM (
  SELECT place, term, units, share * weight AS factor FROM own
  UNION ALL
  SELECT place, term, units, share * min(weight, coalesce(ceiling, weight)) AS factor FROM other)
WHERE factor > 0
GROUP BY place, term ORDER BY place, factor DESC, term`;

if (import.meta.main) {
  const [file, command, ...words] = Deno.args;
  const corpus = new Corpus(file);
  const answer = command === "open"
    ? corpus.open(words[0])
    : command === "contract"
    ? corpus.contract(words[0])
    : corpus.search(words[0], words[1], Number(words[2] ?? 10));
  console.log(JSON.stringify(answer));
}
