// node scripts/make-first-guesses.mjs FILE LIST…: hashes of common passwords, which the server refuses as new ones. A list
// has a password a line, or is a JSON array of them. What is kept, and from where, says apps/server/first-guesses/README.md.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const HASH_BYTES = 5;
/** What is shorter is at the heart of too much that nobody would guess. */
const MIN_LETTERS = 4;

const [file, ...lists] = process.argv.slice(2);
if (file === undefined || lists.length === 0) {
  process.stderr.write('Usage: node scripts/make-first-guesses.mjs FILE LIST…\n');
  process.exit(1);
}

const wordsOf = (list) => {
  const text = readFileSync(list, 'utf8');
  return text.trimStart().startsWith('[') ? JSON.parse(text) : text.split(/\r?\n/);
};

const cores = lists
  .flatMap(wordsOf)
  .map((word) => word.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase())
  .filter((word) => word.length >= MIN_LETTERS);
const hashes = [...new Set(cores)].map((word) =>
  createHash('sha1').update(word).digest().subarray(0, HASH_BYTES),
);
hashes.sort(Buffer.compare);
writeFileSync(file, Buffer.concat(hashes));
process.stdout.write(`${file}: ${hashes.length} passwords\n`);
