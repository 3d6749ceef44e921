import { readSharedLink, type Shown } from '@nascente/contract/connections/shared-links';
import { createPriceApi } from '../../../testing/price-api.ts';

/** Friday, noon in São Paulo. */
const NOW = '2026-11-13T15:00:00Z';

/** A server at that time, with a function that seeds an establishment with its general meter and an oven. */
export const createLinkApi = async () => {
  const { api, meterAt } = await createPriceApi(NOW, 0.5);
  return {
    api,
    meterAt,
    seedEstablishment: async () => {
      api.setClock(NOW);
      const owner = await api.seed.person({ profile: 'Manager' });
      const establishment = await api.seed.establishment(owner);
      const general = await meterAt(establishment, { is_general: true });
      const oven = await meterAt(establishment, { name: 'Forno', system: 'Cozinha' });
      return { owner, establishment, general, oven };
    },
    /** Opens a link without an account. */
    follow: async (key: string): Promise<Shown> =>
      (await api.succeed(readSharedLink, `/shared/${key}`, {})).shown,
  };
};
