import type { Board } from '@nascente/contract/sites/meters';

export const typeText = (type: Board['type']): string => (type === 'water' ? 'Água' : 'Energia elétrica');

export const modelText = (model: Board['model']): string => (model === 'mono' ? 'Monofásico' : 'Trifásico');
