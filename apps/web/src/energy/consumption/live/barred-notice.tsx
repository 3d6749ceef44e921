import type { Connection } from '../../../shared/live/connection.ts';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Why nothing comes live, where it is the way to the server and neither the meter nor the network. */
export const BarredNotice = ({ connection }: { readonly connection: Connection }) =>
  connection.kind === 'disconnected' &&
  connection.isBarred && (
    <Notice title="Sem valores ao vivo por este endereço." live>
      O servidor responde, mas a ligação ao vivo (WebSocket em /mqtt) não passa por {window.location.host}.
      Abra pelo endereço principal ou avise quem cuida do servidor. As medições continuam sendo guardadas.
    </Notice>
  );
