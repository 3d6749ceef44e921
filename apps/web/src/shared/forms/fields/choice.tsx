import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Options in the order of `values`, by default in that of their labels. */
export const optionsOf = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  values: readonly Value[] = Object.keys(labels) as Value[],
): Option<Value>[] => values.map((value) => ({ value, label: labels[value] }));

type ChoiceProps<Value extends string> = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
};

/** A select that reports the chosen value in its own type. */
export const Choice = <Value extends string>({ options, onChoose, ...select }: ChoiceProps<Value>) => (
  <NativeSelect
    {...select}
    data={[...options]}
    onChange={({ currentTarget }) => {
      const chosen = options.find(({ value }) => value === currentTarget.value);
      if (chosen) onChoose(chosen.value);
    }}
  />
);

type FilterProps<Value extends string> = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  readonly label: string;
  /** The option without a restriction. */
  readonly all: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
};

/** A select that narrows a list. */
export const Filter = <Value extends string>(props: FilterProps<Value>) => {
  const { label, all, options, value, onChange, ...select } = props;
  return (
    <Choice<Value | ''>
      {...select}
      aria-label={label}
      options={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChoose={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
};
