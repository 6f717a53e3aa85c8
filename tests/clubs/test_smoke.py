def test_the_front_page_answers(client, riverside):
    assert client.get("/").status_code == 200
