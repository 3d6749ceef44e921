const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const EMU_A_PIXEL = 9_525;
const MAX_WIDTH = 150;
const MAX_HEIGHT = 56;
/** Where a PNG says its width and its height. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** A logo at the top of the third column, as large as its box lets it be. @param logo - a PNG as a data URL */
export const logoDrawing = (logo: string): { readonly content: Buffer; readonly drawing: string } => {
  const content = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
  const [width, height] = [content.readUInt32BE(WIDTH_AT), content.readUInt32BE(HEIGHT_AT)];
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height, 1);
  const emu = (pixels: number): number => Math.round(pixels * scale * EMU_A_PIXEL);
  return {
    content,
    drawing: `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:oneCellAnchor>\
<xdr:from><xdr:col>2</xdr:col><xdr:colOff>${120 * EMU_A_PIXEL}</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>${4 * EMU_A_PIXEL}</xdr:rowOff></xdr:from>\
<xdr:ext cx="${emu(width)}" cy="${emu(height)}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="Logotipo"/>\
<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="rId1"/>\
<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>\
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
  };
};
