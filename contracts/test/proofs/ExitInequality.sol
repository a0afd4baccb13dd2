// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @notice One account in one book, as `Claims` counts it, beside the truth of what it earned, for
/// `script/prove.ts`: each assertion is proved for every sequence of calls with every amount. `MAX` is above
/// the supply of any token here; so no sum overflows, and none is refused for that.
contract ExitInequality {
    uint256 private constant MAX = 2 ** 100;

    uint256 private left; // P
    uint256 private credited; // D
    uint256 private free; // F
    uint256 private earned; // the truth
    uint256 private line; // of the highest honest root

    function earn(uint256 amount) external {
        require(amount < MAX && earned < MAX);
        earned += amount;
    }

    /// @dev An honest root says what was earned, or less; never less than one before it.
    function post(uint256 said) external {
        require(said >= line && said <= earned);
        line = said;
    }

    function deposit(uint256 amount) external {
        require(amount < MAX && credited < MAX);
        (uint256 leftBefore, uint256 creditedBefore, uint256 freeBefore) = (left, credited, free);
        free = (free > left ? free : left) + amount;
        credited += amount;
        assert(left >= leftBefore && credited >= creditedBefore && free >= freeBefore); // counters only rise
    }

    function receiveTransfer(uint256 amount) external {
        require(amount < MAX && credited < MAX);
        credited += amount;
    }

    /// @dev By claim or by transfer.
    function leave(uint256 amount) external {
        require(amount <= claimable());
        uint256 before = left;
        left += amount;
        assert(left >= before); // paid only rises
    }

    /// @dev By an honest voucher: never more than is owed.
    function redeem(uint256 amount) external {
        require(amount <= earned + credited - left);
        left += amount;
    }

    function whatIsOwed() external view {
        assert(left <= earned + credited); // never more left than was earned and credited
        assert(claimable() <= earned + credited - left); // claimable is at most what is owed
        assert(unreturned() <= earned + credited - left); // unreturned deposits are at most what is owed
    }

    function claimable() private view returns (uint256) {
        uint256 all = line + credited > free ? line + credited : free;
        return all > left ? all - left : 0;
    }

    function unreturned() private view returns (uint256) {
        return free > left ? free - left : 0;
    }
}
