import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';

export const LIMIT = `Número máximo de usuários cadastrados! limite: ${MAX_CLIENT_USERS}`;
export const DUPLICATE = 'Este email já esta sendo usado!';
