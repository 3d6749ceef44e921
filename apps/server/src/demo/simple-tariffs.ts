/** R$ per kWh and per m³; a new version each year, like reviewed tariffs. */
export const TARIFFS = {
  branca: {
    type: 'eletric',
    group: 'B3',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Branca',
    versions: [
      { validFrom: '2025-04-29', inPoint: '1.3941200', interPoint: '0.9124800', outPoint: '0.6712900' },
      { validFrom: '2026-04-29', inPoint: '1.4527600', interPoint: '0.9508400', outPoint: '0.6995100' },
    ],
  },
  convencional: {
    type: 'eletric',
    group: 'B3',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Convencional',
    versions: [
      { validFrom: '2025-04-29', inPoint: '0.7941717', interPoint: '0.7941717', outPoint: '0.7941717' },
    ],
  },
  verde: {
    type: 'eletric',
    group: 'A4',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Verde',
    versions: [
      { validFrom: '2025-04-29', inPoint: '2.2647300', interPoint: '0.4768500', outPoint: '0.4768500' },
    ],
  },
  agua: {
    type: 'water',
    group: 'Comercial',
    distributor: 'Compesa',
    comment: 'Água e esgoto',
    color: 'Comercial',
    versions: [
      { validFrom: '2025-08-01', inPoint: '22.1800000', interPoint: '22.1800000', outPoint: '22.1800000' },
    ],
  },
} as const;
