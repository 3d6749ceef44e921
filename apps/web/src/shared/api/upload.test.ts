import { uploadImage } from '@nascente/contract/sites/images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { endSession, sessionToken, startSession } from '../session-state/session.ts';
import { upload } from './upload.ts';

const image = { id: 'i1', url: '/api/image/i1', width: 10, height: 10 };
const picture = new File(['picture'], 'conta.png', { type: 'image/png' });

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => ({ status: 201, body: { ok: true, image } }));
});
afterAll(() => api.stop());

it('sends the file with the token in the format of the call, and reports the progress', async () => {
  startSession('mine');
  const shares: number[] = [];
  const answer = await upload(uploadImage, picture, { onProgress: (share) => shares.push(share) });
  expect(answer.image).toEqual(image);
  const [requested] = api.requests;
  expect(requested).toMatchObject({ method: 'POST', path: '/api/uploadImage', token: 'mine' });
  expect(requested?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(String(requested?.body)).toMatch(/name="image"; filename="conta.png"[\s\S]*picture/);
  expect(shares.at(-1)).toBe(1);
});

it('fails like every other call', async () => {
  api.answerWith(() => ({ status: 415, body: { ok: false, type: 'validation', msg: 'Envie uma imagem.' } }));
  await expect(upload(uploadImage, picture)).rejects.toMatchObject({ status: 415, msg: 'Envie uma imagem.' });
  api.answerWith(() => ({ status: 201, body: '<html>' }));
  await expect(upload(uploadImage, picture)).rejects.toMatchObject({ type: 'error', status: 201 });
  api.answerWith(() => 'hang up');
  await expect(upload(uploadImage, picture)).rejects.toMatchObject({ type: 'unavailable', status: 0 });
});

it('ends an expired session', async () => {
  startSession('mine');
  api.answerWith(() => ({ status: 401, body: { ok: false, type: 'expired', msg: 'Sessão expirada.' } }));
  await expect(upload(uploadImage, picture)).rejects.toMatchObject({ type: 'expired' });
  expect(sessionToken()).toBeNull();
  endSession('logout');
});

it('can be aborted', async () => {
  const control = new AbortController();
  const sending = upload(uploadImage, picture, { signal: control.signal });
  control.abort(new Error('given up'));
  await expect(sending).rejects.toThrow('given up');
});
