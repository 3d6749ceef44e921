import { checkDigit } from '../../sites/registry/cnpj.ts';

/** State, month, issuer, model, series, number, emission, code and check digit. Letters appear only in the issuer's CNPJ. */
const ACCESS_KEY = /^\d{6}[0-9A-Z]{12}\d{26}$/;
const KEY_LENGTH = 44;
const MODEL_AT = 20;

/** The model of the NF3e. */
export const ELECTRICITY_MODEL = '66';

/** Whether a text is an access key of any model with the right check digit. */
export function isAccessKey(text: string): boolean {
  return ACCESS_KEY.test(text) && Number(text.at(-1)) === checkDigit(text.slice(0, -1));
}

/** The access key at the end of an `Id` attribute such as `NF3e3526…`; null if it is not complete. */
export function accessKeyIn(id = ''): string | null {
  const key = id.slice(-KEY_LENGTH);
  return ACCESS_KEY.test(key) ? key : null;
}

/** The model of the fiscal document of an access key. */
export const modelOf = (key: string): string => key.slice(MODEL_AT, MODEL_AT + 2);

/** Names of the other fiscal documents by their model. */
export const OTHER_MODELS: Readonly<Record<string, string>> = {
  '55': 'uma NF-e (modelo 55), de mercadorias',
  '57': 'um CT-e (modelo 57), de transporte',
  '58': 'um MDF-e (modelo 58), de transporte',
  '59': 'um cupom CF-e SAT (modelo 59)',
  '62': 'uma NFCom (modelo 62), de comunicação',
  '63': 'um BP-e (modelo 63), de passagem',
  '65': 'uma NFC-e (modelo 65), de venda ao consumidor',
  '67': 'um CT-e OS (modelo 67), de transporte',
  '75': 'uma NFAg (modelo 75), de água e esgoto',
  '76': 'uma NFGas (modelo 76), de gás',
};
