import { readBoundedBody } from './bounded-body.ts';

/** A `Response` with one of these statuses has no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** For libraries that read answers by themselves: a `fetch` whose answers are complete and bounded before they are returned. */
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
