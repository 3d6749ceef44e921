import { Readable } from 'node:stream';
import { readImage, uploadImage } from '@nascente/contract/sites/images';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { ImagesService } from './images.service.ts';

export const bindImages = (app: CallBinder, images: ImagesService): void => {
  bindUpload(app, uploadImage, async ({ caller, file }) => ({
    ok: true,
    image: await images.store(caller, file),
  }));
  bindCall(app, readImage, async ({ caller, params }) => {
    const { content, contentType } = await images.read(caller, params.id);
    const stream = Readable.from([content], { objectMode: false });
    return new StreamedAnswer(stream, { contentType, name: `imagem.${contentType.split('/')[1]}` });
  });
};
