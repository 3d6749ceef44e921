import { once } from 'node:events';
import { createServer } from 'node:http';

/** In the shape of BrasilAPI; 12.ABC.345/01DE-35 is the official example of a CNPJ with letters. */
const COMPANIES: Readonly<Record<string, object>> = {
  '12ABC34501DE35': {
    cnpj: '12ABC34501DE35',
    razao_social: 'PADARIA DA LETRA LTDA',
    nome_fantasia: 'PADARIA DA LETRA',
    descricao_situacao_cadastral: 'ATIVA',
    descricao_tipo_de_logradouro: 'RUA',
    logradouro: 'CAIUBI',
    numero: '125',
    complemento: '',
    bairro: 'PERDIZES',
    cep: '05010000',
    municipio: 'SAO PAULO',
    uf: 'SP',
  },
};

const ADDRESSES: Readonly<Record<string, object>> = {
  '05010000': {
    cep: '05010000',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Perdizes',
    street: 'Rua Caiubi',
  },
};

const answerTo = (path: string): { status: number; body: object } => {
  const [, register, code = ''] = path.split('/');
  const found = (register === 'cnpj' ? COMPANIES : ADDRESSES)[code];
  if (found) return { status: 200, body: found };
  return { status: 404, body: { message: 'não encontrado', type: 'not_found', name: 'NotFoundError' } };
};

/** Public registries with test data on this machine: tests use no external service. */
export async function openPublicRegisters(port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const { status, body } = answerTo(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
