/// The page that browsers get. It loads nothing from elsewhere.
enum PreviewPage {
  static let html = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Scanbeam preview</title>
    <style>
    :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
    body { margin: 0 auto; max-width: 76rem; padding: .8rem; display: grid; gap: 1rem; grid-template-columns: 3fr 1.4fr; }
    @media (max-width: 56rem) { body { grid-template-columns: 1fr; } }
    #view { position: relative; background: #000; line-height: 0; min-height: 8rem; }
    #view img { width: 100%; }
    #overlay, #overlay svg { position: absolute; inset: 0; width: 100%; height: 100%; }
    #overlay [role=button] { cursor: pointer; }
    #overlay [role=button]:focus { outline: 2px solid #fff; }
    #bar { display: flex; gap: .5rem; align-items: center; margin-top: .6rem; flex-wrap: wrap; }
    #state { margin-left: auto; opacity: .75; }
    h2 { font-size: 1rem; margin: 0 0 .3rem; }
    ol { list-style: none; margin: 0; padding: 0; max-height: 22rem; overflow: auto; }
    li { padding: .3rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
    li b { font-weight: 600; margin-right: .5rem; }
    li small { opacity: .6; float: right; margin-left: .6rem; }
    label { display: flex; justify-content: space-between; gap: 1rem; padding: .15rem 0; font-size: .9rem; }
    input[type=number] { width: 5rem; }
    #message { color: #c33; min-height: 1.4em; }
    </style>
    <main>
    <div id="view"><img id="picture" alt="What the camera sees"><div id="overlay" role="group" aria-label="On the picture"></div></div>
    <div id="bar" role="group" aria-label="Scanning"><button id="start">Start</button><button id="stop">Stop</button><span id="state" role="status"></span></div>
    <div id="message" role="alert"></div>
    </main>
    <aside aria-label="Results and settings">
    <h2 id="results-title">Results</h2><ol id="results" aria-live="polite" aria-labelledby="results-title"></ol>
    <h2 id="settings-title">Settings</h2><div id="settings" role="group" aria-labelledby="settings-title"></div>
    </aside>
    <script>
    'use strict';
    const token = new URLSearchParams(location.search).get('t') || '';
    const at = (path, more) => path + '?t=' + encodeURIComponent(token) + (more || '');
    const $ = id => document.getElementById(id);
    async function post(path, more, body) {
      $('message').textContent = '';
      try {
        const reply = await fetch(at(path, more), { method: 'POST', body });
        const text = await reply.text();
        if (!reply.ok) $('message').textContent = text;
        return reply.ok ? text : null;
      } catch (error) { $('message').textContent = 'Scanbeam does not answer.'; return null; }
    }
    $('picture').src = at('/stream');
    $('start').onclick = () => post('/trigger', '&on=1');
    $('stop').onclick = () => post('/trigger', '&on=0');

    const overlay = $('overlay');
    function press(event) {
      const button = event.target.closest('[role=button]');
      if (!button || (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      post('/press', '&tag=' + button.dataset.tag);
    }
    overlay.addEventListener('pointerdown', press);
    overlay.addEventListener('keydown', press);

    const events = new EventSource(at('/events'));
    events.addEventListener('overlay', event => {
      const focused = overlay.contains(document.activeElement) ? document.activeElement.dataset.tag : null;
      overlay.innerHTML = event.data;
      if (focused) overlay.querySelector('[data-tag="' + focused + '"]')?.focus();
    });
    events.addEventListener('state', event => {
      const state = JSON.parse(event.data);
      document.body.dataset.scanning = state.scanning;
      $('state').textContent = (state.connected ? state.scanning : 'not connected') + ' · ' + state.good_reads
        + (state.good_reads === 1 ? ' read · ' : ' reads · ')
        + state.received + ' frames, ' + state.decoded + ' searched';
    });
    events.addEventListener('result', event => {
      const result = JSON.parse(event.data);
      const item = document.createElement('li');
      const name = document.createElement('b');
      const text = document.createElement('span');
      const time = document.createElement('small');
      name.textContent = result.symbology;
      text.textContent = result.text;
      time.textContent = new Date().toLocaleTimeString();
      item.append(time, name, text);
      item.dataset.time = result.time_ns;
      item.dataset.seen = String(performance.timeOrigin + performance.now());
      item.dataset.age = String(result.age_ms);
      $('results').prepend(item);
      while ($('results').children.length > 200) $('results').lastChild.remove();
    });
    events.onerror = () => { $('message').textContent = 'The connection to Scanbeam is broken.'; };
    events.onopen = () => { $('message').textContent = ''; $('results').textContent = ''; };

    async function settings() {
      const reply = await fetch(at('/settings'));
      if (!reply.ok) return;
      const all = await reply.json();
      $('settings').textContent = '';
      for (const [name, value] of Object.entries(all)) {
        const label = document.createElement('label');
        const input = document.createElement('input');
        const isFlag = value === 'ON' || value === 'OFF';
        input.type = isFlag ? 'checkbox' : 'number';
        if (isFlag) input.checked = value === 'ON'; else input.value = value;
        input.name = name;
        input.onchange = async () => {
          const reply = await post('/command', '', 'SET ' + name + ' ' + (isFlag ? (input.checked ? 'ON' : 'OFF') : input.value));
          if (reply && JSON.parse(reply).status) $('message').textContent = name + ' does not take that.';
          settings();
        };
        label.append(name, input);
        $('settings').append(label);
      }
    }
    settings();
    </script>
    </html>
    """
}
