"""The site's settings, all of them driven by the environment.

OVERTRICK_DATA       directory of the database, the key and collected static files (default: .overtrick)
OVERTRICK_DEBUG      1 for development
OVERTRICK_SECRET_KEY the secret key (default: made once, kept in the data directory)
OVERTRICK_HOSTS      host names served, comma-separated (`serve` adds this machine's own addresses)
OVERTRICK_HTTPS      1 when the site is reached by https: secure cookies, redirect, HSTS
OVERTRICK_PROXY      1 behind a proxy that sets X-Forwarded-Proto and X-Forwarded-For itself
OVERTRICK_TIME_ZONE  the zone of clubs that name none (default: UTC)
OVERTRICK_LANGUAGE   the language of visitors whose browser asks for none of ours (default: en)
OVERTRICK_MAIL       a mail server, smtp://user:password@host:587 or smtps:// (default: no mail is sent)
OVERTRICK_MAIL_FROM  the address that letters come from (default: overtrick@ and the machine's name)
DATABASE_URL         PostgreSQL, if not SQLite in the data directory
"""

import os
import socket
from datetime import timedelta
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from .environment import mail_server, make_data_dir, read_flag, read_list, stored_key

BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = make_data_dir(Path(os.environ.get("OVERTRICK_DATA") or BASE_DIR / ".overtrick"))

DEBUG = read_flag("OVERTRICK_DEBUG")
HTTPS = read_flag("OVERTRICK_HTTPS")
SECRET_KEY = os.environ.get("OVERTRICK_SECRET_KEY") or stored_key(DATA_DIR / "secret-key")

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", socket.gethostname(), f"{socket.gethostname()}.local"]
ALLOWED_HOSTS = read_list("OVERTRICK_HOSTS") or LOCAL_HOSTS
CSRF_TRUSTED_ORIGINS = [
    f"https://{host.replace('.', '*.', 1) if host.startswith('.') else host}"
    for host in read_list("OVERTRICK_HOSTS")
    if host != "*"
]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "django_htmx",
    "django_tables2",
    "clubs.apps.ClubsConfig",
    "sessions.apps.SessionsConfig",
]

MIDDLEWARE = [
    "clubs.echo.Echo",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubs.privacy.StrangersFirst",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "clubs.config.urls"
WSGI_APPLICATION = "clubs.config.wsgi.application"
ASGI_APPLICATION = "clubs.config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.context.club_rights",
            ],
        },
    },
]

# A transaction takes SQLite's write lock at its start, so two tables that write at once queue instead of
# failing; FULL makes a result that was acknowledged survive a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;",
}
DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{(DATA_DIR / 'overtrick.sqlite3').as_posix()}",
        conn_max_age=None,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "clubs.sqlite"
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # Tests need a file as well: a database in memory is one connection, and would hide every race.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }
}

# So long the answer that one stranger got to a question may be given to the next; 0 for never.
ECHO_SECONDS = 0.5

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "clubs:sign_in"
LOGIN_REDIRECT_URL = "clubs:home"
LOGOUT_REDIRECT_URL = "clubs:home"

OTP_TOTP_ISSUER = "Overtrick"

HAS_MAIL = bool(os.environ.get("OVERTRICK_MAIL"))
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if HAS_MAIL else 'dummy'}.EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("OVERTRICK_MAIL_FROM") or f"overtrick@{socket.gethostname()}"
EMAIL_TIMEOUT = 20
globals().update(mail_server(os.environ.get("OVERTRICK_MAIL", "")))

# A club's players often share one address, so a lock is on the account from that address only.
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "clubs.access.caller_address"
AXES_USERNAME_CALLABLE = "clubs.access.caller_name"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

LANGUAGE_CODE = os.environ.get("OVERTRICK_LANGUAGE", "en")
LANGUAGES = [
    ("en", _("English")),
    ("it", _("Italian")),
    ("es", _("Spanish")),
    ("ru", _("Russian")),
    ("fr", _("French")),
    ("de", _("German")),
]
LOCALE_PATHS = [BASE_DIR / "clubs" / "locale"]
TIME_ZONE = os.environ.get("OVERTRICK_TIME_ZONE", "UTC")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = make_data_dir(DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "clubs.assets.AssetStorage"},
}
# Without collected files the packages' own are served, so a fresh checkout looks right at once.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "clubs.errors.csrf_failure"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Joining the browsers' preload list is for the domain's owner to decide.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
BEHIND_PROXY = read_flag("OVERTRICK_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

# Files that take a while are made by a process of their own, so that phones at the tables never wait.
JOBS_HAVE_PROCESSES = True

DJANGO_TABLES2_TEMPLATE = "django_tables2/table.html"

# What went wrong and where, never who: no addresses, user names or form contents.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},
        "django.server": {"level": "INFO" if DEBUG else "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "axes": {"level": "ERROR"},
        "waitress.queue": {"level": "ERROR"},
    },
}
