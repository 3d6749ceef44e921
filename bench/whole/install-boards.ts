import { callsFromOutside } from '../../apps/server/src/testing/calls-from-outside.ts';
import { ADMIN } from './main-server.ts';

interface InstalledBoard {
  readonly mac: string;
  readonly key: string;
}

export const signIn = (port: number): Promise<string> => callsFromOutside(port).signIn(ADMIN);

/** Boards provisioned and installed as a person does it: by the API. */
export const installBoards = async (
  port: number,
  token: string,
  count: number,
  /** Where the board of an index stands; null: at one establishment with the others. */
  placeOf: (index: number) => string | null = () => null,
): Promise<InstalledBoard[]> => {
  const macs = Array.from({ length: count }, (_, index) =>
    `02:BE:00:00:${Math.floor(index / 256)
      .toString(16)
      .padStart(2, '0')}:${(index % 256).toString(16).padStart(2, '0')}`.toUpperCase(),
  );
  const { read } = callsFromOutside(port);
  const { boards } = await read<{ boards: (InstalledBoard & { code: string })[] }>(
    'POST',
    '/admin/boards',
    { boards: macs.map((mac) => ({ mac, type: 'eletric', model: 'tri', equipment: 'emd' })) },
    token,
  );
  const { location } = await read<{ location: { code: string } }>(
    'POST',
    '/location',
    { name: 'Bench', address: 'Rua do Sol, 1', postalCode: '50030-230' },
    token,
  );
  for (const [index, { mac, code }] of boards.entries()) {
    const locationCode = placeOf(index) ?? location.code;
    const installation = { locationCode, name: `Medidor ${index}`, meter: mac, code };
    await read('POST', '/installation-meter', installation, token);
  }
  return boards;
};

interface FeedAccess {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

export const readFeed = (port: number, token: string): Promise<FeedAccess> =>
  callsFromOutside(port).read('GET', '/feed', undefined, token);
