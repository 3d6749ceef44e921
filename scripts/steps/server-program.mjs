// Messages of boards live for the time of a commit. With the standard 16 MB of young space most of them are promoted
// first, which costs a third of the ingest rate and 150 MB of memory (measured: bench/README.md, Ingest).
export const serverProgram = ['--max-semi-space-size=32', 'apps/server/src/main.ts'];
