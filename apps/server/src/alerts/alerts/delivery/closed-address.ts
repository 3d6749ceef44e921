import { InvalidInput } from '../../../platform/errors.ts';
import { AddressRefused, refuseClosedHost } from '../../../platform/outbound/public-address.ts';

const WRONG_ADDRESS = 'Endereço inválido. Confira se foi copiado inteiro.';
const NO_HTTPS = 'Use um endereço https://: por ele passam dados do seu consumo.';

/**
 * Checks an address that a person entered, by the parser and the rules by which it is connected to later.
 *
 * @throws InvalidInput naming the field at `path`
 */
export const requireOpenAddress = (
  url: string,
  { path, allowsPrivate }: { readonly path: string; readonly allowsPrivate: boolean },
): void => {
  const refuse = (msg: string): never => {
    throw new InvalidInput(msg, [{ path, msg }]);
  };
  const address = URL.parse(url) ?? refuse(WRONG_ADDRESS);
  if (allowsPrivate) return;
  if (address.protocol !== 'https:') refuse(NO_HTTPS);
  try {
    refuseClosedHost(address);
  } catch (refused) {
    if (!(refused instanceof AddressRefused)) throw refused;
    refuse(refused.message);
  }
};
