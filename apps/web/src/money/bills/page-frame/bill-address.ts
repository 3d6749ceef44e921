import { useParams } from 'react-router';

/** The establishment in the address, and the addresses of its bill pages. */
export const useBillAddress = () => {
  const { id = '' } = useParams();
  const base = `/bill/${id}`;
  return {
    id,
    paths: {
      bill: base,
      changes: `${base}/changes`,
      contract: `${base}/contract`,
      found: `${base}/found`,
      tariffs: `${base}/tariffs`,
      utility: `${base}/utility`,
      frozenBill: (billId: string) => `${base}/kept/${billId}`,
    },
  };
};
