import { normalizeCep } from '@nascente/domain/sites/registry/cep';
import { z } from 'zod/mini';

/** Specification, section 5, 'Register meter'. */
export const REGISTER_TEXTS = {
  fields: 'Verifique os campos digitados',
  tariff: 'Escolha uma tarifa',
  establishmentName: 'Seu endereço precisa de um Nome',
  address: 'Endereço inválido',
  postalCode: 'CEP inválido',
  establishment: 'Escolha um estabelecimento.',
} as const;

type Where = 'new' | 'existing';

const said = (texts: string) => z.string().check(z.trim(), z.minLength(1, texts));

const always = {
  alias: said(REGISTER_TEXTS.fields).check(z.maxLength(120)),
  comment: z.string().check(z.trim(), z.maxLength(500)),
  isGeneral: z.boolean(),
  isSolar: z.boolean(),
};

const atNewEstablishment = z.object({
  ...always,
  where: z.literal('new'),
  establishmentId: z.string(),
  establishmentName: said(REGISTER_TEXTS.establishmentName).check(z.maxLength(120)),
  address: said(REGISTER_TEXTS.address).check(z.maxLength(200)),
  postalCode: z.string().check(z.refine((text) => normalizeCep(text) !== null, REGISTER_TEXTS.postalCode)),
  description: z.string().check(z.trim(), z.maxLength(500)),
  tariff: z.nullable(z.string()),
});

const atOwnEstablishment = z.object({
  ...always,
  where: z.literal('existing'),
  establishmentId: said(REGISTER_TEXTS.establishment),
  establishmentName: z.string(),
  address: z.string(),
  postalCode: z.string(),
  description: z.string(),
  tariff: z.nullable(z.string()),
});

/** `needsTariff`: tariffs for this type exist, so one is required. */
export const registerForm = (needsTariff: boolean) =>
  z.discriminatedUnion('where', [atNewEstablishment, atOwnEstablishment]).check(
    z.refine(({ tariff }) => tariff !== null || !needsTariff, {
      path: ['tariff'],
      error: REGISTER_TEXTS.tariff,
      // Reports every missing field at once.
      when: () => true,
    }),
  );

export type TypedMeter = Omit<z.input<typeof atOwnEstablishment>, 'where'> & { where: Where };

export const noInput = (where: Where): TypedMeter => ({
  alias: '',
  comment: '',
  where,
  establishmentId: '',
  establishmentName: '',
  address: '',
  postalCode: '',
  description: '',
  isGeneral: false,
  isSolar: false,
  tariff: null,
});
