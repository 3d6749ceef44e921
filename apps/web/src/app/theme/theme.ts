import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

const accent: MantineColorsTuple = [
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
  'var(--primary)',
];

/** Every variant uses our CSS variables, which follow theme and brand: no colour is computed at run time. */
const variantColors: VariantColorsResolver = ({ variant, color }) => {
  const judged = color === 'bad';
  const strong = judged ? 'var(--bad)' : 'var(--primary)';
  const soft = judged ? 'var(--bad-soft)' : 'var(--primary-soft)';
  switch (variant) {
    case 'filled':
      return {
        background: strong,
        hover: judged ? strong : 'var(--primary-hover)',
        color: judged ? 'var(--surface)' : 'var(--on-primary)',
        border: '1px solid transparent',
      };
    case 'light':
      return { background: soft, hover: soft, color: strong, border: '1px solid transparent' };
    case 'subtle':
    case 'transparent':
      return { background: 'transparent', hover: soft, color: strong, border: '1px solid transparent' };
    default:
      return {
        background: 'var(--surface)',
        hover: 'var(--sunken)',
        color: judged ? 'var(--bad)' : 'var(--ink)',
        border: '1px solid var(--line-strong)',
      };
  }
};

/** 46 px: a touch target, with fields and buttons of equal height. */
const CONTROL_HEIGHT = '2.875rem';
const field = {
  defaultProps: { size: 'md' },
  vars: (_theme: unknown, { multiline = false }: { multiline?: boolean | undefined }) => ({
    wrapper: multiline ? {} : { '--input-height': CONTROL_HEIGHT, '--input-size': CONTROL_HEIGHT },
  }),
};

/** A description stands below its field, an error below the description. */
const labelledField = {
  defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
};

export const theme = createTheme({
  colors: { brand: accent },
  primaryColor: 'brand',
  variantColorResolver: variantColors,
  fontFamily: 'var(--font)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        root: size === 'md' ? { '--button-height': CONTROL_HEIGHT } : {},
      }),
    },
    Checkbox: { defaultProps: { iconColor: 'var(--on-primary)', size: 'sm' } },
    Input: field,
    TextInput: labelledField,
    PasswordInput: labelledField,
    NativeSelect: labelledField,
    Select: labelledField,
    Textarea: labelledField,
  },
});
