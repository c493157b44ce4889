import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keepShell } from './state/installed';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

keepShell();
export default mount(App, { target });
