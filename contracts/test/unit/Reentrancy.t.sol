// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice A token that calls back while it is being moved, as no real one of ours does.
contract CallingToken is ERC20("Calling", "CALL") {
    address public target;
    bytes public data;

    constructor() {
        _mint(msg.sender, 1_000_000e18);
    }

    function arm(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function burn(uint256 value) external {
        _burn(msg.sender, value);
    }

    function burnFrom(address account, uint256 value) external {
        _spendAllowance(account, msg.sender, value);
        _burn(account, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (target == address(0)) return;
        (bool ok, bytes memory reason) = target.call(data);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}

contract ReentrancyTest is Fixture {
    CallingToken internal token;

    function setUp() public override {
        super.setUp();
        token = new CallingToken();
    }

    function test_buyMachine_revertsWhenEnteredFromTheToken() public {
        IDigitalRights.Parts memory wired = parts();
        wired.usdt = IERC20(address(token));
        rights = newRights(wired);
        token.transfer(alice, 1_000e18);
        equip(alice, 0, 1_000e18);
        vm.prank(alice);
        token.approve(address(rights), type(uint256).max);
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        bytes memory again = abi.encodeCall(
            rights.buyMachine, (v.usdtAmount, v.drgvAmount, v.drgvPrice, v.machineCount, v.deadline, signature)
        );

        token.arm(address(rights), again);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        send(v, signature);

        token.arm(address(0), "");
        send(v, signature);
    }

    function test_activateMachineAndRenew_revertWhenEnteredFromTheToken() public {
        IDigitalRights.Parts memory wired = parts();
        wired.drgv = IBurnable(address(token));
        rights = newRights(wired);
        vm.mockCall(address(oracle), abi.encodeCall(oracle.price, (address(token))), abi.encode(DRGV_PRICE));
        vm.mockCall(address(oracle), abi.encodeCall(oracle.lowerPrice, (address(token))), abi.encode(DRGV_PRICE));
        token.transfer(alice, 10_000e18);
        equip(alice, 1_000e18, 0);
        vm.prank(alice);
        token.approve(address(rights), type(uint256).max);
        send(buyOf(alice, 1));
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        bytes memory signature = sign(digestOf(v));

        token.arm(address(rights), abi.encodeCall(rights.renew, (idsOf(1, 1), 1)));
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        send(v, signature);
        vm.prank(alice);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        rights.renew(idsOf(1, 1), 1);

        token.arm(address(0), "");
        send(v, signature);
        vm.prank(alice);
        rights.renew(idsOf(1, 1), 1);
    }

    function test_withdrawDR_revertsWhenEnteredFromTheToken() public {
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        setup.dr = IBurnable(address(token));
        vault = newVault(setup, defaultCaps());
        token.transfer(address(vault), 100_000e18);
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(v));
        token.arm(
            address(vault), abi.encodeCall(vault.withdrawDR, (v.amount, v.burnAmount, v.orderId, v.deadline, signature))
        );
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        send(v, signature);

        token.arm(address(0), "");
        send(v, signature);
    }

    function test_withdrawUSDT_revertsWhenEnteredFromTheToken() public {
        IWithdrawalVault.Setup memory setup = setupOf(2, address(this));
        setup.usdt = IERC20(address(token));
        nodeVault = newVault(setup, defaultCaps());
        token.transfer(address(nodeVault), 100_000e18);
        nodeVault.recordDeposit(alice, address(token), 200e18); // so that it leaves without burn
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
        v.burnAmount = 0;
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        Withdraw memory next = v;
        bytes memory again = abi.encodeCall(
            nodeVault.withdrawUSDT, (next.amount, next.burnAmount, next.orderId, next.deadline, signature)
        );
        token.arm(address(nodeVault), again);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        sendUsdt(nodeVault, v, signature);

        token.arm(address(0), "");
        sendUsdt(nodeVault, v, signature);
    }

    function test_buyPODpower_revertsWhenEnteredFromTheToken() public {
        IDigitalRights.Parts memory wired = parts();
        wired.usdr = IERC20(address(token));
        rights = newRights(wired);
        token.transfer(alice, 1_000e18);
        dr.transfer(alice, 1_000e18);
        vm.startPrank(alice);
        token.approve(address(rights), type(uint256).max);
        dr.approve(address(rights), type(uint256).max);
        vm.stopPrank();
        bytes memory entered = abi.encodeCall(rights.renew, (new uint256[](1), 1));
        for (uint256 i = 0; i < 2; ++i) {
            Power memory v = powerOf(alice, 100e18, bob);
            bytes memory signature = sign(digestOf(v, i == 1));
            token.arm(address(rights), entered);
            vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
            if (i == 0) send(v, signature);
            else sendAgain(v, signature);
            token.arm(address(0), "");
            if (i == 0) send(v, signature);
            else sendAgain(v, signature);
        }
    }

    function test_flushFees_revertsWhenEnteredFromTheToken() public {
        IExchange.Parts memory wired = exchangeParts();
        wired.usdt = IERC20(address(token));
        IExchange.Cap memory cap = IExchange.Cap(1_000, 50_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, address(0), wired, cap, cap);
        exchange.recordDepths();
        token.transfer(alice, 1_000e18);
        usdt.approve(address(usdr), 1_000e18);
        usdr.depositFor(address(exchange), 1_000e18);
        vm.prank(alice);
        token.approve(address(exchange), type(uint256).max);
        send(swapOf(alice, 100e18, address(token), address(usdr)));

        token.arm(address(exchange), abi.encodeCall(exchange.flushFees, ()));
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        exchange.flushFees();
        token.arm(address(0), "");
        assertEq(exchange.flushFees(), 0.3e18);
    }

    function test_swapToken_revertsWhenEnteredFromTheToken() public {
        IExchange.Parts memory wired = exchangeParts();
        wired.usdr = IERC20(address(token));
        IExchange.Cap memory cap = IExchange.Cap(1_000, 50_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, address(0), wired, cap, cap);
        exchange.recordDepths();
        token.transfer(alice, 1_000e18);
        usdt.transfer(address(exchange), 1_000e18);
        vm.prank(alice);
        token.approve(address(exchange), type(uint256).max);
        Swap memory v = swapOf(alice, 100e18, address(token), address(usdt));
        bytes memory signature = sign(digestOf(v));
        token.arm(address(exchange), abi.encodeCall(exchange.flushFees, ()));
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        send(v, signature);

        token.arm(address(0), "");
        send(v, signature);
    }

    function test_deposit_revertsWhenEnteredFromTheToken() public {
        IDigitalRights.Parts memory wired = parts();
        wired.usdt = IERC20(address(token));
        rights = newRights(wired);
        token.transfer(alice, 1_000e18);
        vm.prank(alice);
        token.approve(address(rights), type(uint256).max);
        token.arm(address(rights), abi.encodeCall(rights.deposit, (address(token), 1e18, 6, 1)));
        vm.prank(alice);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        rights.deposit(address(token), 100e18, 6, 1);
    }
}
