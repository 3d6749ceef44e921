export { checkArchive } from './archive-reader.ts';
export { sizeText } from './contents.ts';
export { makeBackup } from './make-backup.ts';
export { makeBaseBackup } from './moments/base-backup.ts';
export { restoreToMoment } from './moments/restore-to.ts';
export { writeOpenFiles } from './open-files/write-open-files.ts';
export { restoreBackup } from './restore-backup.ts';
