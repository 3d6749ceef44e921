/** Reads the unpacked body of an answer. Stops and throws if it exceeds the limit. */
export const readBoundedBody = async (response: Response, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
/** A `Response` with one of these statuses has no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A `fetch` for libraries that read answers themselves. It returns an answer when its bounded body is complete. */
export const createBoundedFetch =
  (maxBytes: number) =>
  async (url: string, options: object): Promise<Response> => {
    const response = await fetch(url, options as RequestInit);
    const body = await readBoundedBody(response, maxBytes);
    const { status, statusText, headers } = response;
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), {
      status,
      statusText,
      headers,
    });
  };
