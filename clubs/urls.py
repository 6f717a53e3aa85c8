"""The addresses of the front page, accounts, and a club's players and settings."""

from django.contrib.auth import views as auth
from django.urls import include, path, reverse_lazy

from .views import (
    accounts,
    front,
    joining,
    lost_password,
    members,
    merges,
    people,
    removals,
    settings,
    sign_in,
)

app_name = "clubs"

club_patterns = [
    path("logo/<slug:version>.png", settings.logo, name="logo"),
    path("look/<slug:look>.css", settings.look, name="look"),
    path("members/", members.members, name="members"),
    path("members/add/", members.add_member, name="add_member"),
    path("members/paste/", members.paste_members, name="paste_members"),
    path("members/import/", members.import_members, name="import_members"),
    path("members/import/confirm/", members.confirm_import, name="confirm_import"),
    path("members/duplicates/", merges.duplicates, name="duplicates"),
    path("members/merge/", merges.merge, name="merge"),
    path("members/apart/", merges.apart, name="apart"),
    path("members/merges/<int:merge_id>/undo/", merges.undo, name="undo_merge"),
    path("members/<int:player_id>/", members.edit_member, name="edit_member"),
    path(
        "members/<int:player_id>/off/", members.activate_member, {"active": False}, name="deactivate_member"
    ),
    path("members/<int:player_id>/on/", members.activate_member, {"active": True}, name="reactivate_member"),
    path("removed/", removals.removed, name="removed"),
    path("removed/<int:removal_id>/put-back/", removals.put_back, name="put_back"),
    path("settings/", settings.settings, name="settings"),
    path("settings/colour/", settings.set_colour, name="set_colour"),
    path("settings/colour/remove/", settings.remove_colour, name="remove_colour"),
    path("settings/logo/", settings.set_logo, name="set_logo"),
    path("settings/logo/remove/", settings.remove_logo, name="remove_logo"),
    path("settings/people/", people.people, name="people"),
    path("settings/people/invite/", people.invite, name="invite"),
    path("settings/people/link/", people.link, name="link"),
    path("settings/people/invitations/<int:invitation_id>/withdraw/", people.withdraw, name="withdraw"),
    path("settings/people/<int:membership_id>/role/", people.set_role, name="set_role"),
    path("settings/people/<int:membership_id>/password/", people.reset_password, name="reset_password"),
    path("settings/people/<int:membership_id>/codes/", people.remove_codes, name="remove_codes"),
    path("settings/people/<int:membership_id>/remove/", people.remove_role, name="remove_role"),
]

urlpatterns = [
    path("", front.home, name="home"),
    path("start/", front.start, name="start"),
    path("language/", front.language, name="language"),
    path("account/", accounts.account, name="account"),
    path("account/email/", accounts.email, name="email"),
    path("account/clubs/<int:membership_id>/leave/", accounts.leave, name="leave"),
    path("account/codes/", accounts.codes, name="codes"),
    path("account/codes/new/", accounts.prepare_codes, name="prepare_codes"),
    path("account/codes/confirm/", accounts.confirm_codes, name="confirm_codes"),
    path("account/codes/recovery/", accounts.renew_codes, name="renew_codes"),
    path("account/codes/off/", accounts.turn_codes_off, name="turn_codes_off"),
    path(
        "account/password/",
        auth.PasswordChangeView.as_view(
            template_name="registration/password.html", success_url=reverse_lazy("clubs:password_done")
        ),
        name="password",
    ),
    path(
        "account/password/done/",
        auth.PasswordChangeDoneView.as_view(template_name="registration/password_done.html"),
        name="password_done",
    ),
    path("password/", lost_password.ask, name="password_reset"),
    path("password/sent/", lost_password.sent, name="password_reset_done"),
    path("password/<slug:uidb64>/<slug:token>/", lost_password.choose, name="password_reset_confirm"),
    path("password/done/", lost_password.done, name="password_reset_complete"),
    path("invitation/<slug:token>/", joining.invitation, name="invitation"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", sign_in.sign_in_code, name="sign_in_code"),
    path("sign-out/", auth.LogoutView.as_view(), name="sign_out"),
    path("c/<slug:club_slug>/", include(club_patterns)),
]
