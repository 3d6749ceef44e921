const meters = (count: number): string => (count === 1 ? '1 medidor' : `${count} medidores`);

/**
 * Why an establishment cannot be removed, or null. What was measured at it would go with it: meters in use must first be moved
 * or removed, and meters that were removed have left their history here, which goes only with the whole account.
 */
export const removalRefusal = (installations: { inUse: number; removed: number }): string | null => {
  const { inUse, removed } = installations;
  if (inUse > 0)
    return `Este estabelecimento tem ${meters(inUse)}. Mova ou remova os medidores antes de excluí-lo.`;
  if (removed > 0)
    return `Este estabelecimento guarda o histórico de ${meters(removed)} do passado e por isso não pode ser excluído.`;
  return null;
};
