import type { IntegrationKind } from '@nascente/contract/connections/integrations';

interface KindTexts {
  readonly name: string;
  readonly purpose: string;
  readonly example: string;
  /** The effect of a revocation. */
  readonly revoked: string;
}

export const KINDS: Readonly<Record<IntegrationKind, KindTexts>> = {
  gateway: {
    name: 'Gateway',
    purpose: 'Um aparelho ou programa envia as leituras de vários medidores, por HTTP ou MQTT.',
    example: 'Gateway do galpão',
    revoked: 'O gateway deixa de enviar na mesma hora. O que ele já enviou continua guardado.',
  },
  mqtt: {
    name: 'Leitura por MQTT',
    purpose: 'Um sistema seu recebe as leituras e os avisos ao vivo. Ele só lê.',
    example: 'Supervisório da fábrica',
    revoked: 'A conexão é encerrada na mesma hora.',
  },
  'home-assistant': {
    name: 'Home Assistant',
    purpose: 'Energia, potência, tensão, água, custo e previsão aparecem sozinhos como sensores.',
    example: 'Casa da praia',
    revoked: 'Os sensores deixam de ser atualizados na mesma hora.',
  },
  calendar: {
    name: 'Calendário',
    purpose: 'Dias de leitura e vencimentos na sua agenda: Google, Outlook ou Apple.',
    example: 'Agenda do escritório',
    revoked: 'A agenda deixa de ser atualizada na mesma hora.',
  },
  csv: {
    name: 'Planilha por link',
    purpose: 'O consumo de cada dia em CSV, por um endereço que a planilha atualiza sozinha.',
    example: 'Planilha de custos',
    revoked: 'A planilha deixa de ser atualizada na mesma hora.',
  },
};
