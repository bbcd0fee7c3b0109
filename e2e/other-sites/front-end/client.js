/* What the specification says of calls, and nothing of ours. The pages use these functions. */
const api = `${new URLSearchParams(location.search).get('api') ?? localStorage.getItem('api')}/api`;
localStorage.setItem('api', api.slice(0, -'/api'.length));

const $ = (id) => document.getElementById(id);

async function call(method, path, body) {
  const token = localStorage.getItem('auth-token');
  const answer = await fetch(api + path, {
    method,
    credentials: 'include',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const read = await answer.json();
  if (answer.status === 401) localStorage.removeItem('auth-token');
  if (!answer.ok) throw new Error(read.message);
  return read;
}

window.signIn = async function signIn() {
  const params = new URLSearchParams(location.search);
  if (params.get('error') === 'oauth_failed')
    throw new Error('Google authentication failed. Please try again.');
  const { user, token } = await call('GET', '/auth/check-auth');
  if (token) localStorage.setItem('auth-token', token);
  $('who').textContent = `${user.name} (${user.role})`;
  return user;
};

window.tell = async function tell(work) {
  try {
    $('said').textContent = (await work()) ?? '';
  } catch (error) {
    $('said').textContent = error.message;
  }
};

const withId = (key) => ({ ...key, id: key._id });

window.listen = function listen(user, onKey) {
  const socket = io(api.slice(0, -'/api'.length), {
    withCredentials: true,
    transports: ['websocket', 'polling'],
    auth: { token: localStorage.getItem('auth-token') },
  });
  socket.on('connect', () => {
    socket.emit('join-user-room', user.id);
    socket.emit('join-role-room', user.role);
    socket.emit('join-keys-room');
    document.body.dataset.live = 'yes';
  });
  for (const name of ['key-updated', 'keyUpdated'])
    socket.on(name, ({ key }) => onKey(withId(key)));
};
