/** What a browser sends for a form with one file: the payload and headers of a request. */
export const formFile = async (field: string, content: Uint8Array | string, name = 'arquivo.csv') => {
  const form = new FormData();
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  form.append(field, new Blob([part]), name);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
};
