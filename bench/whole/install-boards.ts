import { ADMIN } from './main-server.ts';

interface InstalledBoard {
  readonly mac: string;
  readonly key: string;
}

const ask = async <T>(
  port: number,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<T> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { 'access-token': token } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

export const signIn = async (port: number): Promise<string> => {
  const password = Buffer.from(ADMIN.password).toString('base64');
  const { token } = await ask<{ token: string }>(port, 'POST', '/login', null, {
    email: ADMIN.email,
    password,
  });
  return token;
};

/** Boards provisioned and installed as a person does it: by the API. */
export const installBoards = async (
  port: number,
  token: string,
  count: number,
): Promise<InstalledBoard[]> => {
  const macs = Array.from({ length: count }, (_, index) =>
    `02:BE:00:00:${Math.floor(index / 256)
      .toString(16)
      .padStart(2, '0')}:${(index % 256).toString(16).padStart(2, '0')}`.toUpperCase(),
  );
  const { boards } = await ask<{ boards: (InstalledBoard & { code: string })[] }>(
    port,
    'POST',
    '/admin/boards',
    token,
    {
      boards: macs.map((mac) => ({ mac, type: 'eletric', model: 'tri', equipment: 'emd' })),
    },
  );
  const { location } = await ask<{ location: { code: string } }>(port, 'POST', '/location', token, {
    name: 'Bench',
    address: 'Rua do Sol, 1',
    postalCode: '50030-230',
  });
  for (const [index, { mac, code }] of boards.entries()) {
    await ask(port, 'POST', '/installation-meter', token, {
      locationCode: location.code,
      name: `Medidor ${index}`,
      meter: mac,
      code,
    });
  }
  return boards;
};

interface FeedAccess {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

export const readFeed = (port: number, token: string): Promise<FeedAccess> =>
  ask(port, 'GET', '/feed', token);
