/** Below this packing gains nothing that anybody would notice. */
const WORTH_PACKING_BYTES = 1024 * 1024;

/** A large table packed by gzip before it is sent: ANEEL's 85 MB become about 4. As it is where that cannot be done. */
export const packed = async (file: File): Promise<File> => {
  const canPack = typeof CompressionStream !== 'undefined';
  if (!canPack || file.size < WORTH_PACKING_BYTES || file.name.endsWith('.gz')) return file;
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new File([await new Response(stream).blob()], `${file.name}.gz`, { type: 'application/gzip' });
};
