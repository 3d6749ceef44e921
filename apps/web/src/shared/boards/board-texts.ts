import type { Board } from '@nascente/contract/sites/meters';

/** Short names, for choices and lists. */
export const utilityNames: Readonly<Record<Board['type'], string>> = { eletric: 'Energia', water: 'Água' };

export const typeText = (type: Board['type']): string => (type === 'water' ? 'Água' : 'Energia elétrica');

export const modelText = (model: Board['model']): string => (model === 'mono' ? 'Monofásico' : 'Trifásico');
