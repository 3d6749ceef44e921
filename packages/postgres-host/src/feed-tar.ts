/** Writes bytes to a tar decoder with backpressure. An error of the source aborts the decoder, whose reader reports it. */
export const feedTar = async (
  bytes: AsyncIterable<Uint8Array>,
  { writable }: { writable: WritableStream },
) => {
  const writer = writable.getWriter();
  try {
    for await (const piece of bytes) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
};
