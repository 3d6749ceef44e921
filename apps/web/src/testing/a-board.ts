import type { Board } from '@nascente/contract/sites/meters';

let made = 0;

/** An installed meter; a test says only what it cares about. */
export const aBoard = (overrides: Partial<Omit<Board, 'installationDetails'>> = {}): Board => {
  made += 1;
  const name = overrides.name ?? `Medidor ${made}`;
  const establishmentName = overrides.establishmentName ?? 'Padaria Aurora';
  const macAddress =
    overrides.macAddress ?? `AA:BB:CC:00:00:${made.toString(16).padStart(2, '0').toUpperCase()}`;
  const board: Omit<Board, 'installationDetails'> = {
    id: String(made),
    Alias: `${establishmentName} - ${name}`,
    name,
    Comment: '',
    macAddress,
    MACAddress: macAddress,
    Owner: '1',
    type: 'eletric',
    model: 'tri',
    equipment: 'emd3p',
    isGeral: false,
    tension: 220,
    tax: '1',
    billReadDate: null,
    solarPanel: false,
    system: null,
    online: true,
    silentAfter: 120,
    lastSeen: '2026-11-20T14:59:00Z',
    installedAt: '2020-01-01T03:00:00Z',
    hasPast: false,
    establishmentId: establishmentName,
    establishmentName,
    zone: 'America/Sao_Paulo',
    ...overrides,
  };
  return {
    ...board,
    installationDetails: {
      _id: board.id,
      name: board.name,
      meter: board.macAddress,
      comment: board.Comment,
      fuseBoxMeter: board.isGeral,
      tax: board.tax,
      type: board.type,
      model: board.model,
      equipment: board.equipment,
    },
  };
};
