/** What the server answers when a meter was registered, edited, moved or exchanged. */
export const anInstallation = (meter: { readonly name: string; readonly meter: string }) => ({
  _id: '7',
  comment: '',
  fuseBoxMeter: false,
  tax: 't1',
  type: 'eletric',
  model: 'tri',
  equipment: 'emd3p',
  ...meter,
});
