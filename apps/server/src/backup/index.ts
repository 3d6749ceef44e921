export { checkArchive } from './archive-reader.ts';
export { sizeText } from './contents.ts';
export { makeBackup } from './make-backup.ts';
export { restoreBackup } from './restore-backup.ts';
