import type { LinkKind } from '@nascente/contract/connections/shared-links';

export const LINK_TEXTS: Readonly<Record<LinkKind, { name: string; purpose: string; example: string }>> = {
  tv: {
    name: 'Tela de parede',
    purpose: 'Potência de agora, curva do dia, ciclo e avisos em números grandes, dia e noite.',
    example: 'TV da recepção',
  },
  cycle: {
    name: 'Ciclo dia a dia',
    purpose: 'O consumo e o custo de cada dia do ciclo atual.',
    example: 'Consumo da loja',
  },
  flow: {
    name: 'Para onde vai',
    purpose: 'Da rede a cada sistema e medidor, no período escolhido.',
    example: 'Energia de outubro',
  },
  report: {
    name: 'Relatório do ciclo',
    purpose: 'O PDF do ciclo, feito na hora em que é baixado.',
    example: 'Relatório para o contador',
  },
  curve: {
    name: 'Curvas',
    purpose: 'As curvas no período que estava em vista. Comparação e anotações não vão junto.',
    example: 'Pico de terça-feira',
  },
};

export const addressOfLink = (kind: LinkKind, key: string): string =>
  `${window.location.origin}/${kind === 'tv' ? 'tv' : 'shared'}/${key}`;
