// Messages of boards live for the time of a commit. With the standard 16 MB of young space most of them are promoted
// first, which costs a third of the ingest rate and 150 MB of memory (measured: bench/README.md, Ingest). What lives
// long is some 45 MB and hardly grows: left to itself, the collector goes through all of it after each few megabytes,
// and whoever asks just then waits for it (bench/README.md, History page).
export const serverFlags = ['--max-semi-space-size=32', '--heap-growing-percent=100'];

export const serverProgram = [...serverFlags, 'apps/server/src/main.ts'];
