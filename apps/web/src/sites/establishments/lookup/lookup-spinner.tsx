import { Loader } from '@mantine/core';

/** Inside a field, while its number is looked up; the words stand below it. */
export const LookupSpinner = () => <Loader size={18} color="brand" aria-hidden />;
