/** What a checklist says of the meters that are given. */
export const CHOSEN = {
  name: 'Medidores atribuídos',
  none: 'Nenhum medidor atribuído: o cliente não verá consumo algum.',
};
