export { makeBaseBackup } from '@nascente/postgres-host/moments/base-backup';
export { restoreToMoment } from '@nascente/postgres-host/moments/restore-to';
export { checkArchive } from './archive-reader.ts';
export { sizeText } from './contents.ts';
export { makeBackup } from './make-backup.ts';
export { writeOpenFiles } from './open-files/write-open-files.ts';
export { restoreBackup } from './restore-backup.ts';
