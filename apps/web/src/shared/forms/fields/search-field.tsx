import { TextInput, type TextInputProps } from '@mantine/core';
import { Icon } from '../../ui/marks/icon.tsx';

type SearchFieldProps = Omit<TextInputProps, 'onChange' | 'label'> & {
  readonly label: string;
  readonly onSearch: (text: string) => void;
};

export const SearchField = ({ label, onSearch, ...input }: SearchFieldProps) => (
  <TextInput
    {...input}
    type="search"
    aria-label={label}
    leftSection={<Icon name="search" size={18} />}
    onChange={({ currentTarget }) => onSearch(currentTarget.value)}
  />
);
