// The form of the block in the editor. Plain JavaScript on the globals of WordPress: nothing has to be built.
(() => {
  const { apiFetch, blockEditor, blocks, components, element, i18n, serverSideRender } = window.wp;
  const { createElement, Fragment, useEffect, useState } = element;
  const { __ } = i18n;

  /** A text field that commits its value on blur or Enter: each committed value may cost a credit. */
  const TextField = ({ value, onCommit, ...rest }) => {
    const [text, setText] = useState(value);
    useEffect(() => setText(value), [value]);
    const commit = () => text !== value && onCommit(text.trim());
    return createElement(components.TextControl, {
      ...rest,
      value: text,
      onChange: setText,
      onBlur: commit,
      onKeyDown: (event) => event.key === 'Enter' && commit(),
    });
  };

  /** One request for all blocks of the editor. */
  let devices;
  const loadDevices = () => {
    devices ??= apiFetch({ path: '/tintype/v1/devices' });
    return devices;
  };

  /** A list of devices, or a text field if the service lists none. */
  const DeviceField = ({ value, onCommit }) => {
    const [known, setKnown] = useState([]);
    useEffect(() => {
      loadDevices().then(setKnown, () => setKnown([]));
    }, []);
    const label = __('Device', 'tintype');
    const help = __('Its window replaces width and height.', 'tintype');
    if (known.length === 0) return createElement(TextField, { label, help, value, onCommit });
    const options = known.map(({ key, name }) => ({ value: key, label: name }));
    const onChange = (key) => onCommit(key ?? '');
    return createElement(components.ComboboxControl, { label, help, value, options, onChange });
  };

  const Sidebar = ({ attributes, setAttributes }) => {
    const text = (name, label, help, extra = {}) =>
      createElement(TextField, {
        label,
        help,
        value: attributes[name],
        onCommit: (value) => setAttributes({ [name]: value }),
        ...extra,
      });
    const toggle = (name, label) =>
      createElement(components.ToggleControl, {
        label,
        checked: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
      });
    const pixels = { type: 'number', min: 1, max: 5000 };
    return createElement(
      blockEditor.InspectorControls,
      null,
      createElement(
        components.PanelBody,
        { title: __('Page', 'tintype') },
        text('url', __('Address of the page', 'tintype'), '', { type: 'url', placeholder: 'https://example.com/' }),
        text('alt', __('Alternative text', 'tintype'), __('Readers see it while there is no picture.', 'tintype')),
        toggle('lazy', __('Load it when a reader comes near', 'tintype')),
      ),
      createElement(
        components.PanelBody,
        { title: __('Browser', 'tintype') },
        text('width', __('Width of the window in pixels', 'tintype'), '', { ...pixels, placeholder: '1440' }),
        text('height', __('Height of the window in pixels', 'tintype'), '', { ...pixels, placeholder: '900' }),
        toggle('full', __('The whole page, not only the window', 'tintype')),
        createElement(DeviceField, { value: attributes.device, onCommit: (device) => setAttributes({ device }) }),
        text(
          'preset',
          __('Preset', 'tintype'),
          __('A set of saved options. An administrator lists those that you may use.', 'tintype'),
        ),
      ),
    );
  };

  const FirstForm = ({ setAttributes }) => {
    const [url, setUrl] = useState('');
    const submit = (event) => {
      event.preventDefault();
      setAttributes({ url: url.trim() });
    };
    const label = __('Tintype screenshot', 'tintype');
    const instructions = __('Enter the address of a page to show a picture of it.', 'tintype');
    return createElement(
      components.Placeholder,
      { icon: 'camera', label, instructions },
      createElement(
        'form',
        { onSubmit: submit, style: { display: 'flex', gap: '8px', width: '100%' } },
        createElement('input', {
          className: 'components-placeholder__input',
          'aria-label': __('Address of the page', 'tintype'),
          placeholder: 'https://example.com/',
          type: 'text',
          value: url,
          onChange: (event) => setUrl(event.target.value),
        }),
        createElement(components.Button, { variant: 'primary', type: 'submit' }, __('Show', 'tintype')),
      ),
    );
  };

  const Edit = ({ attributes, setAttributes }) => {
    // The server's figure has the class and the alignment too.
    const preview = () =>
      createElement(
        components.Disabled,
        null,
        createElement(serverSideRender, { block: 'tintype/screenshot', attributes }),
      );
    return createElement(
      Fragment,
      null,
      createElement(Sidebar, { attributes, setAttributes }),
      createElement(
        'div',
        blockEditor.useBlockProps(),
        attributes.url === '' ? createElement(FirstForm, { setAttributes }) : preview(),
      ),
    );
  };

  blocks.registerBlockType('tintype/screenshot', { edit: Edit, save: () => null });
})();
